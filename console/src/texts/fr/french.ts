/**
 * The French catalogue: a text for each key of the English one, and a word for each constant of the API. The texts use
 * one French word for each term:
 *
 * | Term                  | French                    | Term             | French                  |
 * | --------------------- | ------------------------- | ---------------- | ----------------------- |
 * | hit                   | alerte                    | screening        | criblage                |
 * | true match            | vraie correspondance      | false positive   | faux positif            |
 * | case                  | dossier                   | case file        | rapport de dossier      |
 * | to decide             | trancher                  | reason           | motif                   |
 * | claim, release        | réserver, libérer         | take over        | reprendre               |
 * | assignee              | personne chargée          | due              | échéance                |
 * | evidence              | pièces                    | snoozed          | en veille               |
 * | enrolled customer     | client enregistré         | fact             | donnée                  |
 * | listed, entry         | listé, entrée             | publisher        | éditeur                 |
 * | blocklist, allowlist  | liste de blocage, d’exemption | threshold  | seuil                   |
 * | approval, request     | approbation, demande      | requester        | demandeur               |
 * | provider (identity)   | prestataire               | dead letter      | demande sans réponse    |
 * | identity provider     | fournisseur d’identité    | scope (key)      | droit                   |
 * | delivery, attempt     | envoi, tentative          | API key          | clé d’API               |
 * | link (chain)          | maillon                   | plan             | offre                   |
 * | verification session  | parcours de vérification  | step             | étape                   |
 *
 * Nothing here is imported from other folders: the texts of the page wait for this file.
 */
import { CASES } from './cases.ts';
import { CUSTOMERS } from './customers.ts';
import { DESK } from './desk.ts';
import { DEVELOPERS } from './developers.ts';
import { OPERATORS } from './operators.ts';
import { ORGANIZATION } from './organization.ts';
import { PAGE } from './page.ts';
import { PEOPLE } from './people.ts';
import { RETENTION } from './retention.ts';
import { SHARED } from './shared.ts';

export { DEFAULT_TEXTS, WORDS } from './words.ts';

/** The files of texts. No two have a key in common. */
export const PARTS: readonly Record<string, string>[] = [
  SHARED,
  DESK,
  CASES,
  CUSTOMERS,
  PAGE,
  DEVELOPERS,
  PEOPLE,
  ORGANIZATION,
  OPERATORS,
  RETENTION,
];

/** A space that French puts before these signs and inside of quotation marks. */
const SPACE = /(?<=«) | (?=[:;?!»])/g;
const NARROW_SPACE = '\u{202F}';

/** Every text by its key. The spaces of signs are narrow, and do not break. */
export const TEXTS: ReadonlyMap<string, string> = new Map(
  PARTS.flatMap((part) =>
    Object.entries(part).map(([key, text]) => [key, text.replaceAll(SPACE, NARROW_SPACE)] as const),
  ),
);
