/** Typed, copied and exported texts with their cleaned form; the services' tests use them too. */
export { default as typedTexts } from '../../../tests/typed_texts.json';
