import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Program {
    static void expect(boolean holds, String what) {
        if (!holds) throw new IllegalStateException(what);
    }

    public static void main(String[] arguments) throws ApiException {
        String key = System.getenv("ORIKI_KEY");
        ApiClient client = Connection.open(System.getenv("ORIKI_URL") + "/api/v1", key);
        ScreeningListsApi lists = new ScreeningListsApi(client);
        CreateScreeningListInput body = new CreateScreeningListInput()
            .source("generated:" + System.getenv("ORIKI_RUN"))
            .name("Generated")
            .kind(TenantListKindInput.TENANT_BLOCKLIST);
        String id = lists.createScreeningList(body, null).getData().getId();
        AddScreeningEntriesInput entries = new AddScreeningEntriesInput()
            .entries(List.of(new ScreeningEntryInput().name("Adaeze Okonkwo")));
        expect(lists.addScreeningEntries(id, entries, null).getData().getAdded() == 1, "no entry");
        ScreeningResult result = new ScreeningApi(client)
            .screenName(new ScreenNameInput().name("Okonkwo, Adaeze"), null)
            .getData();
        ScreeningHit hit = result.getHits().get(0);
        expect(hit.getExplanation().getTokens().size() == 2, "no explanation");
        VerifyBvnInput bvn = new VerifyBvnInput()
            .subjectId("customer-1")
            .bvn("22222222220")
            .matchAgainst(new MatchAgainst().firstName("Adaeze").lastName("Okafor"));
        expect(new IdentityApi(client).verifyBvn(bvn, null).getSuccess(), "no verification");
        Long total = new ContinuousScreeningApi(client)
            .listHits(
                null, null, null, null, 5L, null, null, null, null, null, null, null, null, null, null,
                null, null)
            .getData()
            .getTotal();
        expect(total >= 0, "no page of hits");
        try {
            lists.createScreeningList(body, null);
            throw new IllegalStateException("no 409");
        } catch (ApiException error) {
            expect(error.getCode() == 409, "no 409");
            expect(error.getResponseBody().contains("CONFLICT"), "no code");
        }
        System.out.println("ok");
        System.exit(0);
    }
}
