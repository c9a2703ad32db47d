/** Captured feeds on which the oracle is wrong, with the reason: found by looking at each disagreement. */
export const ORACLE_ERRS: ReadonlyMap<string, string> = new Map([])
