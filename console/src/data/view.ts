import { api, callSession } from './client.ts';
import { PREFIX } from './prefix.ts';

/** The time for which another process may still use the caller's earlier state. */
const FOLLOWED_MS = 5000;
const AGAIN_MS = 200;

/** Loads the page again once the answering processes know the viewed organization; undefined for none. */
async function startAgain(organization: string | undefined): Promise<void> {
  for (const end = Date.now() + FOLLOWED_MS; Date.now() < end;) {
    const me = await api.people.getMe();
    if ((me.viewing ? me.organization?.id : undefined) === organization) break;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  location.replace(`${PREFIX}/console/`);
}

/** Starts the view of an organization by an operator. */
export async function beginView(view: {
  organization: string;
  reason: string;
  ticket?: string;
}): Promise<void> {
  await callSession('/view', view);
  await startAgain(view.organization);
}

export async function endView(): Promise<void> {
  await callSession('/view-end', {});
  await startAgain(undefined);
}
