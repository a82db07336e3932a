import type { LimitedClaim, StoredLimited } from '../db/limited-claim.ts';

export const storedLimited = ({ left, sumInsured, served, ...limited }: LimitedClaim): StoredLimited => ({
  ...limited,
  left: left.map(Number),
  sumInsured: Number(sumInsured),
  served: Number(served),
});

export const limitedFrom = ({ left, sumInsured, served, ...stored }: StoredLimited): LimitedClaim => ({
  ...stored,
  left: left.map(BigInt),
  sumInsured: BigInt(sumInsured),
  served: BigInt(served),
});
