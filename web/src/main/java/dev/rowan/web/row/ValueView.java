package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.row.WordDiff.Piece;
import org.jspecify.annotations.Nullable;

/// Values on a page, as text and nothing else: long ones are cut, with the way to the whole.
final class ValueView {
    /// Characters of a value that a page shows.
    static final int MAX_CHARS = 64 * 1024;

    private static final int SCROLLED = 600;
    private static final int LINES = 10;

    private ValueView() {}

    /// A value; `whole` is where all of it can be had.
    static Html of(@Nullable Object value, String whole) {
        String shown = Pretty.of(value);
        String kind = value instanceof String ? "val" : "val json";
        if (shown.isEmpty()) {
            return span(cls("soft"), text("empty text"));
        }
        return div(cls(kind), reachable(shown), text(cut(shown)), rest(shown, whole));
    }

    /// A value before and after, with changed words marked.
    static Html difference(@Nullable Object before, @Nullable Object after, String wholeBefore, String wholeAfter) {
        String old = Pretty.of(before);
        String now = Pretty.of(after);
        var pieces = WordDiff.between(cut(old), cut(now)).stream()
                .map(ValueView::piece)
                .toList();
        return div(cls("val"), reachable(old + now), Html.many(pieces), rest(old, wholeBefore), rest(now, wholeAfter));
    }

    /// Makes scrollable content reachable by keyboard.
    private static Part reachable(String shown) {
        return shown.length() > SCROLLED || shown.lines().count() > LINES ? attr("tabindex", "0") : Html.none();
    }

    private static Html piece(Piece piece) {
        return switch (piece) {
            case Piece.Same(String same) -> text(same);
            case Piece.Gone(String gone) -> element("del", text(gone));
            case Piece.New(String added) -> element("ins", text(added));
        };
    }

    static String cut(String text) {
        if (text.length() <= MAX_CHARS) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
        return text.substring(0, end);
    }

    /// Notes that the value was truncated, and where to find the rest.
    static Html rest(String text, String whole) {
        return text.length() <= MAX_CHARS
                ? Html.none()
                : div(
                        cls("sub"),
                        text("… the first " + Figures.count(MAX_CHARS) + " of " + Figures.count(text.length())
                                + " characters. "),
                        a(whole, text("Download")));
    }
}
