/** Learned weights, in the order of `EVIDENCE`; written by `npm run train`. */
export const LINK_WEIGHTS: readonly number[] = [
  4.513, 0, 4.537, 0, 0, 0, 1.861, 6.459, 1.691, 0, 0, -2.28, -3.864, 0, -0.799, -0.76, -3.572, -7.448,
  -5.338, 2.117, 1.372, 0, -3.179, 0.814, 0, 5.593, 0, 0, 0, -2.331, -2.208, 0, 1.905,
]
