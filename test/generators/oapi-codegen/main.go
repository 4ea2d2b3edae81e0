package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	oriki "example.com/generated/oriki"
)

func expect(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func main() {
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("ORIKI_KEY"))
		return nil
	}
	client, err := oriki.NewClientWithResponses(
		os.Getenv("ORIKI_URL")+"/api/v1", oriki.WithRequestEditorFn(withKey))
	expect(err == nil, "no client")
	body := oriki.CreateScreeningListInput{
		Source: "generated:" + os.Getenv("ORIKI_RUN"),
		Name:   "Generated",
		Kind:   "tenant_blocklist",
	}
	list, err := client.CreateScreeningListWithResponse(ctx, nil, body)
	expect(err == nil && list.JSON201 != nil, "no list")
	added, err := client.AddScreeningEntriesWithResponse(ctx, list.JSON201.Data.Id, nil,
		oriki.AddScreeningEntriesInput{Entries: []oriki.ScreeningEntryInput{{Name: "Adaeze Okonkwo"}}})
	expect(err == nil && added.JSON201 != nil && added.JSON201.Data.Added == 1, "no entry")
	screened, err := client.ScreenNameWithResponse(ctx, nil,
		oriki.ScreenNameInput{Name: "Okonkwo, Adaeze"})
	expect(err == nil && screened.JSON200 != nil, "no screening")
	expect(len(screened.JSON200.Data.Hits[0].Explanation.Tokens) == 2, "no hit")
	verified, err := client.VerifyBvnWithResponse(ctx, nil, oriki.VerifyBvnInput{
		SubjectId:    "customer-1",
		Bvn:          "22222222220",
		MatchAgainst: oriki.MatchAgainst{FirstName: "Adaeze", LastName: "Okafor"},
	})
	expect(err == nil && verified.JSON200 != nil && verified.JSON200.Success, "no verification")
	hits, err := client.ListHitsWithResponse(ctx, &oriki.ListHitsParams{})
	expect(err == nil && hits.JSON200 != nil && hits.JSON200.Data.Total >= 0, "no page of hits")
	again, err := client.CreateScreeningListWithResponse(ctx, nil, body)
	expect(err == nil && again.JSON409 != nil, "no 409")
	expect(again.JSON409.Error.Code == "CONFLICT", "no code")
	fmt.Println("ok")
}
