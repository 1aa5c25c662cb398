package dev.rowan.config;

import dev.rowan.api.config.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// References to environment variables in a text: `${NAME}`, `${NAME:-default}`, and `$${` for a literal `${`. A
/// default
/// may hold references itself: `${A:-${B:-c}}`.
///
/// As in a shell, the default also stands in for a variable that is set to nothing, and is looked at only then.
final class Variables {
    private static final String ESCAPE = "$${";
    private static final String OPEN = "${";
    private static final String DEFAULT = ":-";
    private static final int MAX_DEPTH = 20;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Map<String, String> environment;

    Variables(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /// What became of a text.
    sealed interface Resolved {
        /// There was no reference; `text` has its `$${` turned into `${`.
        record Literal(String text) implements Resolved {}

        /// Every reference was replaced.
        record Text(String text) implements Resolved {}

        /// Some reference could not be replaced.
        record Failed(List<Fault> faults) implements Resolved {}
    }

    /// Why a reference has no value, and what to do.
    record Fault(String code, String message, String hint) {}

    Resolved resolve(String text) {
        var expansion = new Expansion(text);
        String expanded = expansion.text(false, true);
        if (!expansion.faults.isEmpty()) {
            return new Resolved.Failed(expansion.faults);
        }
        return expansion.referred ? new Resolved.Text(expanded) : new Resolved.Literal(expanded);
    }

    /// One pass through a text, from left to right. Owned by one thread.
    private final class Expansion {
        private final String text;
        private final List<Fault> faults = new ArrayList<>();
        private boolean referred;
        private int at;
        private int depth;

        Expansion(String text) {
            this.text = text;
        }

        /// The text up to its end, or up to the `}` that ends the default it stands in (`nested`). Where it is not
        /// `used`, a variable need not be set.
        String text(boolean nested, boolean used) {
            var out = new StringBuilder();
            while (at < text.length() && !(nested && text.charAt(at) == '}')) {
                if (text.startsWith(ESCAPE, at)) {
                    out.append(OPEN);
                    at += ESCAPE.length();
                } else if (text.startsWith(OPEN, at)) {
                    referred = true;
                    out.append(reference(used));
                } else {
                    out.append(text.charAt(at++));
                }
            }
            return out.toString();
        }

        /// The value of the reference that begins here; nothing, and a fault, when it has none.
        private String reference(boolean used) {
            int start = at;
            Matcher name = NAME.matcher(text).region(at + OPEN.length(), text.length());
            if (!name.lookingAt() || depth == MAX_DEPTH) {
                return malformed(start);
            }
            at = name.end();
            String value = environment.get(name.group());
            if (text.startsWith(DEFAULT, at)) {
                at += DEFAULT.length();
                boolean unset = value == null || value.isEmpty();
                depth++;
                String fallback = text(true, used && unset);
                depth--;
                return !closes() ? malformed(start) : value == null || unset ? fallback : value;
            }
            if (!closes()) {
                return malformed(start);
            }
            if (value == null && used) {
                faults.add(new Fault(
                        "config.unset_variable",
                        "environment variable " + name.group() + " is not set",
                        "set it, or write ${" + name.group() + ":-default}"));
            }
            return value == null ? "" : value;
        }

        private boolean closes() {
            if (at < text.length() && text.charAt(at) == '}') {
                at++;
                return true;
            }
            return false;
        }

        private String malformed(int start) {
            int end = text.indexOf('}', Math.max(at, start));
            at = end < 0 ? text.length() : end + 1;
            faults.add(new Fault(
                    "config.reference",
                    "must be ${NAME} or ${NAME:-default}, got " + Quoted.of(text.substring(start, at)),
                    "write $${ for a literal ${"));
            return "";
        }
    }
}
