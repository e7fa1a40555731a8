import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { StepsHeader } from '@/components/StepsHeader';

const MAX_STEPS = 5;
const PARAMETER = 'step';

/** Navigation for a wizard step. */
interface WizardWay {
  /** Opens the next step; does nothing in the last one. */
  goOn: () => void;
  /** Opens a step by its name, for example from a summary. */
  openStep: (name: string) => void;
  /** The back button; undefined on the first step. */
  back: ReactNode;
}

interface WizardStep {
  /** The step's name in the URL. */
  name: string;
  title: string;
  /**
   * Set once the draft completes the step; later steps are enabled once all earlier ones are done.
   */
  done: boolean;
  render: (way: WizardWay) => ReactNode;
}

/**
 * A process of at most five steps, with the current step in the URL. The draft is on the server, so
 * going back loses nothing, and returning users continue at the first open step.
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

  const showStep = (name: string, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(PARAMETER, name);
        return next;
      },
      { replace },
    );
  // The URL decides which step is shown, even one that is not enabled yet.
  useEffect(() => {
    if (step && params.get(PARAMETER) !== step.name) showStep(step.name, true);
  });

  const following = steps[active + 1];
  const preceding = steps[active - 1];
  return (
    <Box>
      <StepsHeader steps={steps.map(({ title }) => title)} active={active} />
      <Box component="section" aria-label={step?.title} key={step?.name}>
        {step?.render({
          goOn: () => following && showStep(following.name),
          openStep: showStep,
          back: preceding && (
            <Button color="inherit" size="large" onClick={() => showStep(preceding.name)}>
              {t('common.back')}
            </Button>
          ),
        })}
      </Box>
    </Box>
  );
}
