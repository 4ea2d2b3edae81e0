import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from pydantic import BaseModel

import oriki


def call(path: str, answer: type[BaseModel], body: BaseModel | None = None):
    headers = {"x-api-key": os.environ["ORIKI_KEY"]}
    data = None
    if body is not None:
        headers["content-type"] = "application/json"
        data = body.model_dump_json(exclude_none=True, by_alias=True).encode()
    request = Request(os.environ["ORIKI_URL"] + "/api/v1" + path, data, headers)
    with urlopen(request) as response:
        return answer.model_validate(json.load(response))


body = oriki.CreateScreeningListInput(
    source="generated:" + os.environ["ORIKI_RUN"],
    name="Generated",
    kind=oriki.TenantListKindInput.tenant_blocklist,
)
made = call("/fraud/lists", oriki.ScreeningListEnvelope, body)
entries = oriki.AddScreeningEntriesInput(entries=[oriki.ScreeningEntryInput(name="Adaeze Okonkwo")])
added = call(
    f"/fraud/lists/{made.data.id}/entries", oriki.AddScreeningEntriesResultEnvelope, entries
)
assert added.data.added == 1
screened = call(
    "/fraud/screen", oriki.ScreeningResultEnvelope, oriki.ScreenNameInput(name="Okonkwo, Adaeze")
)
assert screened.data.hits[0].explanation.tokens[0].similarity == 1
bvn = oriki.VerifyBvnInput(
    subjectId="customer-1",
    bvn="22222222220",
    matchAgainst=oriki.MatchAgainst(firstName="Adaeze", lastName="Okafor"),
)
verified = call("/identity/verify-bvn", oriki.VerifyBvnResultEnvelope, bvn)
assert verified.data.verificationId
assert call("/fraud/hits?limit=5", oriki.SubjectHitPageEnvelope).data.total >= 0
try:
    call("/fraud/lists", oriki.ScreeningListEnvelope, body)
    raise AssertionError("no 409")
except HTTPError as refusal:
    assert refusal.code == 409
    problem = oriki.ErrorResponse.model_validate(json.load(refusal))
    assert problem.error.code.root == "CONFLICT", repr(problem.error.code)
print("ok")
