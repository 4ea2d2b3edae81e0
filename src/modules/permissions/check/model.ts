import {
  addTo,
  BYTES_OF_END,
  bytesOfAssignment,
  bytesOfRelationship,
  removeFrom,
  type Assignment,
  type Lists,
  type Relationship,
} from './parts.ts';
import type { RoleNode } from './role-set.ts';
import type { Version } from '../../../platform/db/buckets/history.ts';
import { Rules, type CapabilityRules } from './rules.ts';
import type { Item } from './store.ts';

/** The relation by which a subject also acts as the object. */
export const MEMBER = 'member';
/** The relation by which the object inherits the relations that others have to the subject. */
export const PARENT = 'parent';

const NONE: readonly never[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/** The data that an evaluation reads. */
export type Readable = Pick<
  Model,
  'rolesOf' | 'groupsOf' | 'relatedTo' | 'parentsOf' | 'rulesFor' | 'capabilitiesOf'
>;

/** The permissions of one organization at one revision, in memory. */
export class Model {
  revision = -1;
  stamp = '';
  /**
   * The number of checks that read the model over several turns of the event loop; above 0 the model must not change.
   */
  held = 0;
  readonly rules: Rules = new Rules();
  readonly #assignments = new Map<string, Assignment>();
  readonly #relationships = new Map<string, Relationship>();
  readonly #rolesOf: Lists<RoleNode> = new Map();
  readonly #groupsOf: Lists<string> = new Map();
  /** The subjects by relation and object. */
  readonly #related = new Map<string, Map<string, Set<string>>>();
  /** The end times in milliseconds, by id, of assignments and relationships that end. */
  readonly #ends = new Map<string, number>();
  /** The earliest end time. */
  #nextEndMs = Infinity;
  #bytes = 10_000;

  /**
   * Brings the model to a version. `items` are the changed objects. For the kinds in `whole`, `items` are all existing
   * objects, and other objects of these kinds are dropped.
   */
  apply(
    { revision, stamp }: Version,
    items: readonly Item[],
    whole: readonly Item['kind'][] = [],
  ): void {
    const kept = new Set(whole.length === 0 ? [] : items.map(({ id }) => id));
    for (const kind of whole) this.rules.forget(kind, kept);
    // Removals come first: an edge that was deleted and recreated has a new id, and must stay.
    for (const { kind, id } of items) {
      if (kind === 'assignment') this.#unassign(id);
      else if (kind === 'relationship') this.#unrelate(id);
    }
    for (const item of items) {
      if (item.kind === 'assignment') this.#assign(item.id, item.data);
      else if (item.kind === 'relationship') this.#relate(item.id, item.data);
      else this.rules.set(item);
    }
    this.revision = revision;
    this.stamp = stamp;
  }

  /** Drops all objects that have ended. Costs only a comparison until then. */
  dropEnded(nowMs: number): void {
    if (nowMs < this.#nextEndMs) return;
    this.#nextEndMs = Infinity;
    for (const [id, endMs] of this.#ends)
      if (endMs <= nowMs) {
        this.#unassign(id);
        this.#unrelate(id);
      } else this.#nextEndMs = Math.min(this.#nextEndMs, endMs);
  }

  #end(id: string, endMs: number | undefined): void {
    if (endMs === undefined) return;
    this.#ends.set(id, endMs);
    this.#bytes += BYTES_OF_END;
    this.#nextEndMs = Math.min(this.#nextEndMs, endMs);
  }

  #endless(id: string): void {
    if (this.#ends.delete(id)) this.#bytes -= BYTES_OF_END;
  }

  #unassign(id: string): void {
    const old = this.#assignments.get(id);
    if (!old) return;
    this.#assignments.delete(id);
    this.#endless(id);
    this.#bytes -= bytesOfAssignment(old);
    removeFrom(this.#rolesOf, old.subject, old.role);
  }

  #assign(id: string, data: (Item & { kind: 'assignment' })['data']): void {
    if (!data) return;
    const role = this.rules.role(data.roleId);
    const assignment = { subject: data.subject, role };
    this.#assignments.set(id, assignment);
    this.#bytes += bytesOfAssignment(assignment);
    addTo(this.#rolesOf, data.subject, role);
    this.#end(id, data.expiresAt);
  }

  #unrelate(id: string): void {
    const old = this.#relationships.get(id);
    if (!old) return;
    const { subject, relation, object } = old;
    this.#relationships.delete(id);
    this.#endless(id);
    this.#bytes -= bytesOfRelationship(old);
    if (relation === MEMBER) removeFrom(this.#groupsOf, subject, object);
    const objects = this.#related.get(relation);
    const subjects = objects?.get(object);
    subjects?.delete(subject);
    if (subjects?.size === 0) objects!.delete(object);
  }

  #relate(id: string, data: Relationship | null): void {
    if (!data) return;
    this.#relationships.set(id, data);
    this.#bytes += bytesOfRelationship(data);
    this.#end(id, data.expiresAt);
    const { subject, relation, object } = data;
    if (relation === MEMBER) addTo(this.#groupsOf, subject, object);
    let objects = this.#related.get(relation);
    if (!objects) this.#related.set(relation, (objects = new Map()));
    const subjects = objects.get(object);
    if (subjects) subjects.add(subject);
    else objects.set(object, new Set([subject]));
  }

  /** The roles that are assigned to the subject directly. */
  rolesOf(subject: string): readonly RoleNode[] {
    return this.#rolesOf.get(subject) ?? NONE;
  }

  /** The groups of which the subject is a direct member. */
  groupsOf(subject: string): readonly string[] {
    return this.#groupsOf.get(subject) ?? NONE;
  }

  /** The subjects that have the relation to the object directly. */
  relatedTo(object: string, relation: string): ReadonlySet<string> {
    return this.#related.get(relation)?.get(object) ?? NOBODY;
  }

  /** The direct parents of the object. */
  parentsOf(object: string): ReadonlySet<string> {
    return this.relatedTo(object, PARENT);
  }

  /** The assignment, if it exists. */
  assignment(id: string): Readonly<Assignment> | undefined {
    return this.#assignments.get(id);
  }

  /** The relationship, if it exists. */
  relationship(id: string): Readonly<Relationship> | undefined {
    return this.#relationships.get(id);
  }

  /**
   * The rules about a capability with one action.
   * @returns undefined when the module or the action does not exist
   */
  rulesFor(capability: string): CapabilityRules | undefined {
    return this.rules.rulesFor(capability);
  }

  /** The capabilities of a role, without inherited ones. */
  capabilitiesOf({ capabilities }: RoleNode): readonly string[] {
    return capabilities;
  }

  /** An upper estimate of the model's current memory, in bytes. */
  get bytes(): number {
    return this.#bytes + this.rules.bytes;
  }
}
