import type { Api } from '../api/api.ts'
import type { Health } from '../api/types.ts'
import { usePage } from '../page-context.ts'
import { healthOf } from './collection-state.ts'
import { Note } from './problem-note.tsx'

export type MachineTrouble = Health['checks']['machine']['troubles'][number]

/** Nothing if the service does not know. */
export async function loadMachine(api: Api): Promise<readonly MachineTrouble[]> {
  return (await healthOf(api))?.checks.machine.troubles ?? []
}

/** What is wrong with the machine of the service, and what to do: apart from the sources. */
export function MachineNotes({ troubles }: { readonly troubles: readonly MachineTrouble[] }) {
  const { words } = usePage()
  return troubles.map(({ part, message }) => (
    <Note key={part} title={words.machine[part].said}>
      <p lang="en">{message}</p>
      <p>{words.machine[part].advice}</p>
    </Note>
  ))
}
