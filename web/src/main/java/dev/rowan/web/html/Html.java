package dev.rowan.web.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A piece of a page. Whatever comes from rows, models and files gets in as [Text] or as the value of an
/// attribute, and both are escaped when they are written: there is no way to put markup in as text.
public sealed interface Html extends Part {
    /// Nothing at all.
    static Html none() {
        return new Many(List.of());
    }

    record Text(String text) implements Html {}

    /// An element. Attributes that would be code (`on…`, `style`) are refused, and addresses that lead
    /// elsewhere.
    record Element(String name, List<Attribute> attributes, List<Html> children) implements Html {
        private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");
        private static final Set<String> REFUSED = Set.of("script", "style", "iframe", "object", "embed", "base");

        public Element {
            if (!NAME.matcher(name).matches() || REFUSED.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("'" + name + "' is not an allowed element");
            }
            attributes = List.copyOf(attributes);
            children = List.copyOf(children);
        }
    }

    /// The script of all pages, which is served by us.
    record Script(String address) implements Html {
        public Script {
            if (!address.startsWith("/assets/")) {
                throw new IllegalArgumentException("a script must be one of our assets, got '" + address + "'");
            }
        }
    }

    record Many(List<Html> pieces) implements Html {
        public Many {
            pieces = List.copyOf(pieces);
        }
    }

    static Html text(String text) {
        return new Text(text);
    }

    static Html many(List<? extends Html> pieces) {
        return new Many(List.copyOf(pieces));
    }

    static Html many(Html... pieces) {
        return new Many(List.of(pieces));
    }

    /// The piece if there is one.
    static Html maybe(Optional<? extends Html> piece) {
        return piece.isPresent() ? piece.get() : none();
    }

    /// The piece if `shown`.
    static Html when(boolean shown, Html piece) {
        return shown ? piece : none();
    }

    static Element element(String name, Part... parts) {
        var attributes = new ArrayList<Attribute>();
        var children = new ArrayList<Html>();
        for (Part part : parts) {
            switch (part) {
                case Attribute attribute -> attributes.add(attribute);
                case Html html -> children.add(html);
            }
        }
        return new Element(name, attributes, children);
    }

    /// The piece as text of a page.
    default String write() {
        var out = new StringBuilder(1024);
        HtmlWriter.write(this, out);
        return out.toString();
    }
}
