export { showProblem } from './problems';
export { useDraft } from './useDraft';
export { useZodForm } from './useZodForm';
export { z } from './validation';
