import os

from oriki_client import AuthenticatedClient
from oriki_client.api.continuous_screening import list_hits
from oriki_client.api.identity import verify_bvn
from oriki_client.api.screening import screen_name
from oriki_client.api.screening_lists import add_screening_entries, create_screening_list
from oriki_client.models import (
    AddScreeningEntriesInput,
    CreateScreeningListInput,
    ErrorResponse,
    MatchAgainst,
    ScreeningEntryInput,
    ScreeningResultEnvelope,
    ScreenNameInput,
    TenantListKindInput,
    VerifyBvnInput,
)

client = AuthenticatedClient(
    base_url=os.environ["ORIKI_URL"] + "/api/v1",
    token=os.environ["ORIKI_KEY"],
    prefix="",
    auth_header_name="x-api-key",
)
body = CreateScreeningListInput(
    source="generated:" + os.environ["ORIKI_RUN"],
    name="Generated",
    kind=TenantListKindInput.TENANT_BLOCKLIST,
)
made = create_screening_list.sync(client=client, body=body)
entries = AddScreeningEntriesInput(entries=[ScreeningEntryInput(name="Adaeze Okonkwo")])
added = add_screening_entries.sync(made.data.id, client=client, body=entries)
assert added.data.added == 1
screened = screen_name.sync(client=client, body=ScreenNameInput(name="Okonkwo, Adaeze"))
assert isinstance(screened, ScreeningResultEnvelope)
assert screened.data.hits[0].explanation.tokens[0].similarity == 1
claimed = MatchAgainst(first_name="Adaeze", last_name="Okafor")
bvn = VerifyBvnInput(subject_id="customer-1", bvn="22222222220", match_against=claimed)
assert verify_bvn.sync(client=client, body=bvn).data.verification_id
assert list_hits.sync(client=client, limit=5).data.total >= 0
again = create_screening_list.sync_detailed(client=client, body=body)
assert again.status_code == 409
assert isinstance(again.parsed, ErrorResponse) and again.parsed.error.code == "CONFLICT"
print("ok")
