import { ForkedMap } from '../../../src/core/forked-map.js'
import { MonthlyUsage } from '../../../src/domain/quotas.js'
import { type Resource, Resources } from '../../../src/domain/resources.js'
import type { ContentsOf, ExpiringEntry, ServiceContents } from '../../../src/domain/state.js'

/** A message, until it is taken or expires. Times in ms from the origin if `isOffset`. */
export interface Message {
  readonly seq: number
  readonly key: string
  /** As JSON text. */
  readonly text: string
  readonly expiresAt: number
  readonly isOffset: boolean
}

export const expiryOf = ({ expiresAt, isOffset }: Message, origin: number): number =>
  isOffset ? origin + expiresAt : expiresAt

/** Messages in the order in which they were put. */
export class Queue implements Resource<Queue, Message> {
  constructor(
    readonly seq: number,
    readonly id: string,
    public owner: string,
    readonly usage: MonthlyUsage,
    readonly entries: ForkedMap<string, Message>,
    readonly epoch: object,
  ) {}

  transferTo(owner: string): void {
    this.owner = owner
  }

  put(message: Omit<Message, 'seq'>): Message {
    const seq = this.entries.get(message.key)?.seq ?? this.entries.takeSeq()
    const put = { seq, ...message }
    this.entries.set(put.key, put)
    return put
  }

  copy(origin: number, epoch: object): Queue {
    return new Queue(this.seq, this.id, this.owner, this.usage.copy(origin), this.entries.fork(), epoch)
  }
}

export class QueueContents implements ServiceContents {
  constructor(readonly resources = new Resources<Message, Queue>('queues')) {}

  add(id: string, owner: string): Queue {
    return this.resources.add(
      (seq, epoch) => new Queue(seq, id, owner, new MonthlyUsage(), new ForkedMap(), epoch),
    )
  }

  sizes() {
    return { queues: this.resources.all.size, messages: this.resources.countEntries() }
  }

  expiring(after: number, upTo: number): ExpiringEntry[] {
    return [...this.resources.all.values()].flatMap(({ id, entries }) =>
      [...entries.values()]
        .map((message) => ({
          namespace: id,
          key: message.key,
          at: expiryOf(message, this.resources.origin),
        }))
        .filter(({ at }) => at > after && at <= upTo),
    )
  }

  counted(): Iterable<Queue> {
    return this.resources.all.values()
  }

  fork(origin: number): QueueContents {
    return new QueueContents(this.resources.fork(origin))
  }
}

export const QUEUES: ContentsOf<QueueContents> = { name: 'queues', empty: () => new QueueContents() }
