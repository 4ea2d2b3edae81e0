import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/webhooks.ts';

/** The number of rows that a list has in all, as far as the service counts them. */
export function totalText({
  total,
  totalIsExact,
}: {
  total: number;
  totalIsExact: boolean;
}): string {
  return totalIsExact ? numberText(total) : t('webhooks.atLeast', { count: total });
}
