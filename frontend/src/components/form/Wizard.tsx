import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { StepsHeader } from '@/components/StepsHeader';

const MAX_STEPS = 5;
const PARAMETER = 'step';

/** What a step can do with the way it stands on. */
interface WizardWay {
  /** To the next step; of the last one it is nothing. */
  goOn: () => void;
  /** To a step by its name, e.g. from what the last one repeats. */
  openStep: (name: string) => void;
  /** The button back; nothing on the first step. */
  back: ReactNode;
}

interface WizardStep {
  /** Its name in the address. */
  name: string;
  title: string;
  /** Whether the draft has what it asks for; later steps are open once all before them are. */
  done: boolean;
  render: (way: WizardWay) => ReactNode;
}

/**
 * A process of at most five steps, the current one in the address. What was given is a draft on the
 * server: the way back loses nothing, and who comes back goes on at the first step that is open.
 */
export function Wizard({ steps }: { steps: readonly WizardStep[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  if (steps.length > MAX_STEPS) throw new Error(`A wizard has at most ${MAX_STEPS} steps`);

  const firstOpen = steps.findIndex(({ done }) => !done);
  const furthest = firstOpen === -1 ? steps.length - 1 : firstOpen;
  const named = steps.findIndex(({ name }) => name === params.get(PARAMETER));
  const active = named === -1 ? furthest : Math.min(named, furthest);
  const step = steps[active];

  const goTo = (name: string, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(PARAMETER, name);
        return next;
      },
      { replace },
    );
  // The address says what is shown, also of a step that is not open yet.
  useEffect(() => {
    if (step && params.get(PARAMETER) !== step.name) goTo(step.name, true);
  });

  const following = steps[active + 1];
  const preceding = steps[active - 1];
  return (
    <Box>
      <StepsHeader steps={steps.map(({ title }) => title)} active={active} />
      <Box component="section" aria-label={step?.title} key={step?.name}>
        {step?.render({
          goOn: () => following && goTo(following.name),
          openStep: goTo,
          back: preceding && (
            <Button color="inherit" size="large" onClick={() => goTo(preceding.name)}>
              {t('common.back')}
            </Button>
          ),
        })}
      </Box>
    </Box>
  );
}
