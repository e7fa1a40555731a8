import { type ESTree, parseSync, Visitor } from 'vite';

/** Attributes and properties that users read: `label`, `helperText`, `aria-label`, `emptyTitle` … */
const READ =
  /(?:label|title|text|placeholder|hint|description|caption|heading|header|message|alt|tooltip|summary)$/i;

/** Texts that are the same in every language, and colours. */
const ALIKE = /^(?:PDF|#[\da-f]{3,8})$/;

const isText = (value: string) => /\p{L}/u.test(value) && !ALIKE.test(value);

/**
 * Lists literal texts of a component that should be translated, in any case and language. They are between tags, in
 * attributes and properties that users read, or in toasts. A side of a condition and the fixed part of a template
 * count too.
 */
export function literalTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const take = (node: ESTree.Node | null | undefined) => found.push(...readIn(node));

  new Visitor({
    JSXText: ({ value }) => {
      if (isText(value)) found.push(value.trim());
    },
    JSXElement: ({ children }) => children.forEach(take),
    JSXFragment: ({ children }) => children.forEach(take),
    JSXAttribute: ({ name, value }) => {
      if (READ.test(getName(name))) take(value);
    },
    Property: ({ key, value, computed }) => {
      if (!computed && READ.test(getName(key))) take(value);
    },
    CallExpression: ({ callee, arguments: [text] }) => {
      const object = callee.type === 'MemberExpression' ? callee.object : null;
      if (object?.type === 'Identifier' && object.name === 'toast') take(text);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

function getName(node: ESTree.Node): string {
  if (node.type === 'Literal') return String(node.value);
  return 'name' in node && typeof node.name === 'string' ? node.name : '';
}

/** Lists the literal texts that an expression may return. */
function readIn(node: ESTree.Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && isText(node.value) ? [node.value] : [];
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.raw).filter(isText);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return readIn(node.expression);
    case 'ConditionalExpression':
      return [...readIn(node.consequent), ...readIn(node.alternate)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : readIn(node.left)), ...readIn(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...readIn(node.left), ...readIn(node.right)] : [];
    default:
      return [];
  }
}
