package dev.rowan.providers.template;

import io.pebbletemplates.pebble.lexer.Token;
import io.pebbletemplates.pebble.node.ForNode;
import io.pebbletemplates.pebble.node.RenderableNode;
import io.pebbletemplates.pebble.parser.Parser;
import io.pebbletemplates.pebble.tokenParser.ForTokenParser;
import io.pebbletemplates.pebble.tokenParser.TokenParser;

/// `{% for x in xs %}`, with a bounded number of iterations.
final class ForTag implements TokenParser {
    private final ForTokenParser parser = new ForTokenParser();

    @Override
    public String getTag() {
        return parser.getTag();
    }

    @Override
    public RenderableNode parse(Token token, Parser whole) {
        ForNode loop = (ForNode) parser.parse(token, whole);
        return new ForNode(
                loop.getLineNumber(),
                loop.getIterationVariable(),
                new LoopItems(loop.getIterable()),
                loop.getBody(),
                loop.getElseBody());
    }
}
