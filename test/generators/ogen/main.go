package main

import (
	"context"
	"fmt"
	"os"

	"github.com/ogen-go/ogen/ogenerrors"

	oriki "example.com/generated/oriki"
)

type keys struct{}

func (keys) ApiKey(context.Context, oriki.OperationName) (oriki.ApiKey, error) {
	return oriki.ApiKey{APIKey: os.Getenv("ORIKI_KEY")}, nil
}

func (keys) Token(context.Context, oriki.OperationName) (oriki.Token, error) {
	return oriki.Token{}, ogenerrors.ErrSkipClientSecurity
}

func expect(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func main() {
	ctx := context.Background()
	client, err := oriki.NewClient(os.Getenv("ORIKI_URL")+"/api/v1", keys{})
	expect(err == nil, "no client")
	body := &oriki.CreateScreeningListInput{
		Source: "generated:" + os.Getenv("ORIKI_RUN"),
		Name:   "Generated",
		Kind:   oriki.TenantListKindInputTenantBlocklist,
	}
	made, err := client.CreateScreeningList(ctx, body, oriki.CreateScreeningListParams{})
	list, ok := made.(*oriki.ScreeningListDoneHeaders)
	expect(err == nil && ok, fmt.Sprint("no list: ", err))
	added, err := client.AddScreeningEntries(ctx, &oriki.AddScreeningEntriesInput{
		Entries: []oriki.ScreeningEntryInput{{Name: "Adaeze Okonkwo"}},
	}, oriki.AddScreeningEntriesParams{ID: list.Response.Data.ID})
	entries, ok := added.(*oriki.AddScreeningEntriesResultEnvelopeHeaders)
	expect(err == nil && ok && entries.Response.Data.Added == 1, "no entry")
	result, err := client.ScreenName(ctx, &oriki.ScreenNameInput{Name: "Okonkwo, Adaeze"},
		oriki.ScreenNameParams{})
	screened, ok := result.(*oriki.ScreeningResultEnvelopeHeaders)
	expect(err == nil && ok, "no screening")
	expect(len(screened.Response.Data.Hits[0].Explanation.Tokens) == 2, "no hit")
	answer, err := client.VerifyBvn(ctx, &oriki.VerifyBvnInput{
		SubjectId:    "customer-1",
		Bvn:          "22222222220",
		MatchAgainst: oriki.MatchAgainst{FirstName: "Adaeze", LastName: "Okafor"},
	}, oriki.VerifyBvnParams{})
	verified, ok := answer.(*oriki.VerifyBvnResultEnvelopeHeaders)
	expect(err == nil && ok && verified.Response.Success, "no verification")
	page, err := client.ListHits(ctx, oriki.ListHitsParams{})
	hits, ok := page.(*oriki.SubjectHitPageEnvelopeHeaders)
	expect(err == nil && ok && hits.Response.Data.Total >= 0, "no page of hits")
	again, err := client.CreateScreeningList(ctx, body, oriki.CreateScreeningListParams{})
	conflict, ok := again.(*oriki.CreateScreeningListConflict)
	expect(err == nil && ok && conflict.Error.Code == "CONFLICT", "no 409")
	fmt.Println("ok")
}
