import type { Page } from 'playwright-core';

/** Returns the lines of the samples of a page whose strings the browser shows on more than one line. */
export const wrappedStrings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Returns the text node and the offset in it at a position in the text of an element. */
    const pointAt = (element: Element, position: number): [Node, number] => {
      const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let rest = position;
      while (nodes.nextNode() !== null) {
        const { length } = nodes.currentNode.textContent ?? '';
        if (rest <= length) return [nodes.currentNode, rest];
        rest -= length;
      }
      return [element, 0];
    };
    const isWrapped = (line: Element, start: number, end: number) => {
      const range = document.createRange();
      range.setStart(...pointAt(line, start + 1));
      range.setEnd(...pointAt(line, end));
      const tops = [...range.getClientRects()].map(({ top }) => top);
      // Words of one line can have slightly different tops.
      return Math.max(...tops) - Math.min(...tops) > 8;
    };
    return [...document.querySelectorAll('.ec-line .code')].flatMap((line) => {
      const text = line.textContent;
      const strings = [...text.matchAll(/'[^']*'|"[^"]*"|`[^`]*`/g)];
      return strings.some(({ 0: string, index }) => isWrapped(line, index, index + string.length)) ? [text] : [];
    });
  });
