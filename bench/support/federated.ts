/** Pushes of a federation, over the API. */
const PUSHES = 60;

/**
 * Sends pushes one after the other, each with a new change. @returns pushes per second, without the time of the changes
 */
async function pushes(url: string, key: string, group: string, moduleId: string): Promise<number> {
  let ms = 0;
  for (let i = 0; i < PUSHES; i += 1) {
    await ask(url, key, 'PATCH', `/modules/${moduleId}`, { name: `Loans ${Math.random()}` });
    const began = performance.now();
    await ask(url, key, 'POST', `/federation/groups/${group}/push`, {});
    ms += performance.now() - began;
  }
  return (PUSHES / ms) * 1000;
}

async function ask(url: string, key: string, method: string, path: string, body: object) {
  const answer = await fetch(`${url}/api/v1/permissions${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: string } }).data;
}

/** Creates a group of two organizations, whose owner shares a module. */
export async function federated(
  url: string,
  owner: { key: string },
  member: { id: string; key: string },
): Promise<() => Promise<number>> {
  const module = await ask(url, owner.key, 'POST', '/modules', {
    code: 'LOANS',
    name: 'Loans',
    actions: ['READ'],
  });
  const { id } = await ask(url, owner.key, 'POST', '/federation/groups', {
    name: 'Bench',
    prefix: 'OWN',
  });
  await ask(url, owner.key, 'POST', `/federation/groups/${id}/members`, {
    organizationId: member.id,
    prefix: 'MEM',
  });
  await ask(url, member.key, 'POST', `/federation/groups/${id}/members/accept`, {});
  return () => pushes(url, owner.key, id, module.id);
}
