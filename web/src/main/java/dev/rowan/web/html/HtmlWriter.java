package dev.rowan.web.html;

import java.util.Set;

/// Writes HTML. Markup characters are escaped; invisible and direction characters are made visible.
final class HtmlWriter {
    private static final Set<String> EMPTY = Set.of("br", "hr", "img", "input", "link", "meta", "col", "wbr");

    private HtmlWriter() {}

    static void write(Html html, StringBuilder out) {
        switch (html) {
            case Html.Text(String text) -> escape(text, out, false);
            case Html.Many(var pieces) -> pieces.forEach(piece -> write(piece, out));
            case Html.Script(String address) ->
                out.append("<script defer src=\"").append(address).append("\"></script>");
            case Html.Element element -> write(element, out);
        }
    }

    private static void write(Html.Element element, StringBuilder out) {
        out.append('<').append(element.name());
        for (Attribute attribute : element.attributes()) {
            out.append(' ').append(attribute.name()).append("=\"");
            escape(attribute.value(), out, true);
            out.append('"');
        }
        out.append('>');
        if (EMPTY.contains(element.name())) {
            return;
        }
        element.children().forEach(child -> write(child, out));
        out.append("</").append(element.name()).append('>');
    }

    private static void escape(String text, StringBuilder out, boolean inAttribute) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '`' -> out.append(inAttribute ? "&#96;" : "`");
                default -> append(c, text, i, out);
            }
        }
    }

    private static void append(char c, String text, int at, StringBuilder out) {
        if (Visible.isHidden(c) || isLoneSurrogate(c, text, at)) {
            out.append('\ufffd');
        } else {
            out.append(c);
        }
    }

    private static boolean isLoneSurrogate(char c, String text, int at) {
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
