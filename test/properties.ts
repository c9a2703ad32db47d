import * as fc from 'fast-check'

/**
 * Properties are tried on the same made-up cases in every run, so that a run says something about the code and nothing
 * about luck. `PROPERTY_SEED=7 npx vitest run …` tries others; what fails tells its seed.
 */
export const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_310)

if (!Number.isInteger(SEED)) throw new RangeError('PROPERTY_SEED must be an integer')

fc.configureGlobal({ seed: SEED })

export { fc }
