use oriki_client::apis::{
    configuration::{ApiKey, Configuration},
    continuous_screening_api, identity_api, screening_api, screening_lists_api, Error,
};
use oriki_client::models;
use std::env;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut configuration = Configuration::new();
    configuration.base_path = env::var("ORIKI_URL").unwrap() + "/api/v1";
    configuration.api_key = Some(ApiKey { prefix: None, key: env::var("ORIKI_KEY").unwrap() });
    let body = models::CreateScreeningListInput::new(
        format!("generated:{}", env::var("ORIKI_RUN").unwrap()),
        "Generated".to_string(),
        models::TenantListKindInput::TenantBlocklist,
    );
    let list = screening_lists_api::create_screening_list(&configuration, body.clone(), None)
        .await
        .unwrap();
    let entries = models::AddScreeningEntriesInput::new(vec![models::ScreeningEntryInput::new(
        "Adaeze Okonkwo".to_string(),
    )]);
    let added =
        screening_lists_api::add_screening_entries(&configuration, &list.data.id, entries, None)
            .await
            .unwrap();
    assert_eq!(added.data.added, 1);
    let name = models::ScreenNameInput::new("Okonkwo, Adaeze".to_string());
    let screened = screening_api::screen_name(&configuration, name, None).await.unwrap();
    assert_eq!(screened.data.hits[0].explanation.tokens.len(), 2);
    let claimed = models::MatchAgainst::new("Adaeze".to_string(), "Okafor".to_string());
    let bvn = models::VerifyBvnInput::new(
        "customer-1".to_string(),
        "22222222220".to_string(),
        claimed,
    );
    assert!(identity_api::verify_bvn(&configuration, bvn, None).await.unwrap().success);
    let hits = continuous_screening_api::list_hits(
        &configuration,
        None,
        None,
        None,
        None,
        Some(5),
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
    )
    .await
    .unwrap();
    assert!(hits.data.total >= 0);
    match screening_lists_api::create_screening_list(&configuration, body, None).await {
        Err(Error::ResponseError(answer)) => {
            assert_eq!(answer.status.as_u16(), 409);
            assert!(answer.content.contains("CONFLICT"));
        }
        _ => panic!("no 409"),
    }
    println!("ok");
}
