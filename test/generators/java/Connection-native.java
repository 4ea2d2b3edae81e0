import org.openapitools.client.ApiClient;

class Connection {
    static ApiClient open(String address, String key) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        client.setRequestInterceptor(request -> request.header("x-api-key", key));
        return client;
    }
}
