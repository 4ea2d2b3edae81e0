package main

import (
	"context"
	"fmt"
	"os"

	oriki "example.com/generated/oriki"
)

func expect(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func main() {
	configuration := oriki.NewConfiguration()
	configuration.Servers = oriki.ServerConfigurations{{URL: os.Getenv("ORIKI_URL") + "/api/v1"}}
	client := oriki.NewAPIClient(configuration)
	keys := map[string]oriki.APIKey{"ApiKey": {Key: os.Getenv("ORIKI_KEY")}}
	ctx := context.WithValue(context.Background(), oriki.ContextAPIKeys, keys)
	body := *oriki.NewCreateScreeningListInput(
		"generated:"+os.Getenv("ORIKI_RUN"), "Generated", oriki.TENANTLISTKINDINPUT_TENANT_BLOCKLIST)
	list, _, err := client.ScreeningListsAPI.CreateScreeningList(ctx).CreateScreeningListInput(body).Execute()
	expect(err == nil, fmt.Sprint("no list: ", err))
	entries := *oriki.NewAddScreeningEntriesInput(
		[]oriki.ScreeningEntryInput{*oriki.NewScreeningEntryInput("Adaeze Okonkwo")})
	added, _, err := client.ScreeningListsAPI.AddScreeningEntries(ctx, list.Data.Id).
		AddScreeningEntriesInput(entries).Execute()
	expect(err == nil && added.Data.Added == 1, "no entry")
	screened, _, err := client.ScreeningAPI.ScreenName(ctx).
		ScreenNameInput(*oriki.NewScreenNameInput("Okonkwo, Adaeze")).Execute()
	expect(err == nil, "no screening")
	expect(len(screened.Data.Hits[0].Explanation.Tokens) == 2, "no hit")
	claimed := *oriki.NewMatchAgainst("Adaeze", "Okafor")
	bvn := *oriki.NewVerifyBvnInput("customer-1", "22222222220", claimed)
	verified, _, err := client.IdentityAPI.VerifyBvn(ctx).VerifyBvnInput(bvn).Execute()
	expect(err == nil && verified.Success, "no verification")
	hits, _, err := client.ContinuousScreeningAPI.ListHits(ctx).Limit(5).Execute()
	expect(err == nil && hits.Data.Total >= 0, "no page of hits")
	_, answer, err := client.ScreeningListsAPI.CreateScreeningList(ctx).CreateScreeningListInput(body).Execute()
	expect(err != nil && answer.StatusCode == 409, "no 409")
	refusal, ok := err.(*oriki.GenericOpenAPIError)
	expect(ok, "no body of an error")
	model, ok := refusal.Model().(oriki.ErrorResponse)
	expect(ok && model.Error.Code == "CONFLICT", "no code")
	fmt.Println("ok")
}
