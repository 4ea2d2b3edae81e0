import os

import oriki_client
from oriki_client import models
from oriki_client.exceptions import ConflictException

configuration = oriki_client.Configuration(
    host=os.environ["ORIKI_URL"] + "/api/v1",
    api_key={"ApiKey": os.environ["ORIKI_KEY"]},
)
with oriki_client.ApiClient(configuration) as client:
    lists = oriki_client.ScreeningListsApi(client)
    body = models.CreateScreeningListInput(
        source="generated:" + os.environ["ORIKI_RUN"],
        name="Generated",
        kind=models.TenantListKindInput.TENANT_BLOCKLIST,
    )
    made = lists.create_screening_list(body)
    entries = [models.ScreeningEntryInput(name="Adaeze Okonkwo")]
    added = lists.add_screening_entries(
        made.data.id, models.AddScreeningEntriesInput(entries=entries)
    )
    assert added.data.added == 1
    screening = oriki_client.ScreeningApi(client)
    screened = screening.screen_name(models.ScreenNameInput(name="Okonkwo, Adaeze"))
    assert screened.data.hits[0].explanation.tokens[0].similarity == 1
    claimed = models.MatchAgainst(firstName="Adaeze", lastName="Okafor")
    bvn = models.VerifyBvnInput(subjectId="customer-1", bvn="22222222220", matchAgainst=claimed)
    assert oriki_client.IdentityApi(client).verify_bvn(bvn).data.verification_id
    assert oriki_client.ContinuousScreeningApi(client).list_hits(limit=5).data.total >= 0
    try:
        lists.create_screening_list(body)
        raise AssertionError("no 409")
    except ConflictException as error:
        assert error.data.error.code == "CONFLICT"
print("ok")
