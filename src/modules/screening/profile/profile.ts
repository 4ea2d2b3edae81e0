/** The weights of facts that an organization has chosen. */
import type { Actor } from '../../../platform/audit/action.ts';
import { Changed } from '../../../platform/audit/audit.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { ApiError, notFound } from '../../../platform/errors/index.ts';
import {
  assertUnchanged,
  withRevision,
  type Seen,
} from '../../../platform/concurrency/if-match.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import {
  type Adjustments,
  type Profile,
  type ProfileChoice,
  type ProfileName,
  profileOf,
  STANDARD,
} from '../../../matching/index.ts';
import type { ChooseProfile, ScreeningProfile } from './schemas.ts';
import * as store from './store.ts';

const NEVER_CHOSEN: ProfileChoice = { version: 0, profile: 'standard', adjustments: null };

function toChoice(row: store.ProfileRow): ProfileChoice {
  const { version, profile, adjustments } = row;
  return {
    ...(row.contradicted_count === true && { contradictedCount: true }),
    version,
    profile: profile as ProfileName,
    adjustments: adjustments as Adjustments | null,
  };
}

/** Returns the profiles that organizations in one bucket have chosen. */
export async function loadProfiles(
  db: Queryable,
  orgIds: string[],
): Promise<(orgId: string) => Profile | undefined> {
  const rows = await store.selectProfiles(db, orgIds);
  const chosen = new Map(rows.map((row) => [row.org_id, profileOf(toChoice(row))]));
  return (orgId) => chosen.get(orgId);
}

/** Returns the profile of one organization in any bucket, without those of its groups. */
export async function profileFor(db: Queryable, orgId: string): Promise<Profile> {
  return (await loadProfiles(await bucketOf(db, orgId), [orgId]))(orgId) ?? STANDARD;
}

/** Returns the requested choice; adjustments without effect count as none. */
export function proposed(
  { profile, adjustments, contradictedCount }: ChooseProfile,
  version: number,
): ProfileChoice {
  const has = Object.values(adjustments ?? {}).some((one) => Object.keys(one).length > 0);
  return {
    version,
    profile,
    adjustments: has ? adjustments! : null,
    ...(contradictedCount === true && { contradictedCount }),
  };
}

function toProfile(orgId: string, choice: ProfileChoice, setAt: Date | null): ScreeningProfile {
  const { name, version, weights, mostUp, mostDown } = profileOf(choice);
  const shown = {
    organizationId: orgId,
    name,
    version,
    profile: choice.profile,
    adjustments: choice.adjustments,
    weights,
    mostUp,
    mostDown,
    contradictedCount: choice.contradictedCount === true,
    setAt: setAt?.toISOString() ?? null,
  };
  return withRevision(shown, choice.version);
}

async function current(db: Queryable, orgId: string) {
  const [row] = await store.selectProfiles(db, [orgId]);
  return { choice: row ? toChoice(row) : NEVER_CHOSEN, setAt: row?.set_at ?? null };
}

export async function getProfile(db: Queryable, orgId: string): Promise<ScreeningProfile> {
  const { choice, setAt } = await current(db, orgId);
  return toProfile(orgId, choice, setAt);
}

/**
 * Returns the version of an organization's profile, which a request for a second person is bound to.
 * @throws ApiError NOT_FOUND for any object but the organization
 */
export async function profileRevision(
  db: Queryable,
  orgId: string,
  objectId: string,
): Promise<string> {
  if (objectId !== orgId) throw notFound('organization');
  return String((await current(db, orgId)).choice.version);
}

/**
 * Chooses a profile. It applies to screenings that begin from now on; earlier choices are kept. Hits with a lower score
 * close when their entry changes, so this needs two people if a false positive does.
 * @throws ApiError CONFLICT, APPROVAL_REQUIRED, PRECONDITION_FAILED
 */
export async function chooseProfile(
  tx: Tx,
  orgId: string,
  input: ChooseProfile,
  actor: Actor,
  seen: Seen = {},
): Promise<Changed<ScreeningProfile>> {
  const before = await current(tx, orgId);
  assertUnchanged(before.choice.version, seen, 'the profile');
  await assertSecondPerson(
    tx,
    {
      orgId,
      action: 'screening_profile.choose',
      objectId: orgId,
      revision: String(before.choice.version),
      detail: input,
    },
    actor,
  );
  const choice = proposed(input, before.choice.version + 1);
  try {
    const row = { ...choice, contradicted_count: choice.contradictedCount ?? null };
    const setAt = await store.insertProfile(tx, orgId, row);
    return new Changed(
      toProfile(orgId, before.choice, before.setAt),
      toProfile(orgId, choice, setAt),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'screening_profiles_pkey') throw error;
    throw new ApiError('CONFLICT', 'another person has just chosen a profile');
  }
}
