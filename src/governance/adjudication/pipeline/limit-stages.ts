import type { claimStages } from '../../../contract/product-terms.ts';
import type { LimitWork } from '../context.ts';
import { balanceStage } from './balance.ts';
import { copayStage } from './copay.ts';
import { deductibleStage } from './deductible.ts';
import { subLimitsStage } from './sublimits.ts';

/** The stages that limit a claim as a whole, after its lines were decided. */
export const LIMIT_STAGES: Readonly<Record<(typeof claimStages)[number], LimitWork>> = {
  sublimits: subLimitsStage,
  deductible: deductibleStage,
  balance: balanceStage,
  copay: copayStage,
};
