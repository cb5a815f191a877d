import type { en } from './texts/en'

type Resource = keyof typeof en.resources

/** Which resource a node means, by the name of its exception: `tx_cpu_usage_exceeded` and so on. */
const RESOURCES: readonly (readonly [name: RegExp, resource: Resource])[] = [
  [/^(leeway_)?deadline/, 'time'],
  [/^block_(cpu|net)/, 'time'],
  [/cpu/, 'cpu'],
  [/net/, 'net'],
  [/ram/, 'ram'],
]

/** The resource of an error of kind `resources`. The name stands in front of its detail; names of accounts may follow. */
export function resourceOf({ detail }: { detail: string }): Resource | undefined {
  const [name = ''] = /^\w+(?=: )/.exec(detail) ?? []
  return RESOURCES.find(([pattern]) => pattern.test(name))?.[1]
}
