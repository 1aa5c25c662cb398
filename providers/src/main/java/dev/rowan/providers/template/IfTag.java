package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.ParserException;
import io.pebbletemplates.pebble.lexer.Token;
import io.pebbletemplates.pebble.lexer.TokenStream;
import io.pebbletemplates.pebble.node.BodyNode;
import io.pebbletemplates.pebble.node.IfNode;
import io.pebbletemplates.pebble.node.RenderableNode;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.parser.Parser;
import io.pebbletemplates.pebble.tokenParser.TokenParser;
import io.pebbletemplates.pebble.utils.Pair;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `{% if %} … {% elif %} … {% else %} … {% endif %}`; `elseif` works too.
final class IfTag implements TokenParser {

    @Override
    public String getTag() {
        return "if";
    }

    @Override
    public RenderableNode parse(Token token, Parser parser) {
        TokenStream stream = parser.getStream();
        List<Pair<Expression<?>, BodyNode>> branches = new ArrayList<>();
        branches.add(branch(parser));
        BodyNode otherwise = null;
        while (!isWord(stream, "endif")) {
            if (isWord(stream, "elif", "elseif") && otherwise == null) {
                branches.add(branch(parser));
            } else if (isWord(stream, "else") && otherwise == null) {
                stream.next();
                stream.expect(Token.Type.EXECUTE_END);
                otherwise = body(parser);
            } else {
                throw new ParserException(
                        null, "an if needs its endif", stream.current().getLineNumber(), stream.getFilename());
            }
        }
        stream.next();
        stream.expect(Token.Type.EXECUTE_END);
        return node(token.getLineNumber(), branches, otherwise);
    }

    @SuppressWarnings("NullAway") // a missing else is null there
    private static IfNode node(int line, List<Pair<Expression<?>, BodyNode>> branches, @Nullable BodyNode otherwise) {
        return new IfNode(line, branches, otherwise);
    }

    private static Pair<Expression<?>, BodyNode> branch(Parser parser) {
        parser.getStream().next();
        Expression<?> condition = new Condition(parser.getExpressionParser().parseExpression());
        parser.getStream().expect(Token.Type.EXECUTE_END);
        return new Pair<>(condition, body(parser));
    }

    private static BodyNode body(Parser parser) {
        return parser.subparse(token -> token.test(Token.Type.NAME, "elif", "elseif", "else", "endif"));
    }

    private static boolean isWord(TokenStream stream, String... words) {
        return stream.current().test(Token.Type.NAME, words);
    }
}
