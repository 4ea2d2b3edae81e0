import org.openapitools.client.ApiClient;

class Connection {
    static ApiClient open(String address, String key) {
        ApiClient client = new ApiClient();
        client.setBasePath(address);
        client.setApiKey(key);
        return client;
    }
}
