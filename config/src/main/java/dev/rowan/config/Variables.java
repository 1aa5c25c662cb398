package dev.rowan.config;

import dev.rowan.api.config.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// References to environment variables in a text: `${NAME}`, `${NAME:-default}`, and `$${` for a literal `${`.
///
/// As in a shell, the default also stands in for a variable that is set to nothing.
final class Variables {
    private static final String ESCAPE = "$${";
    private static final Pattern TOKEN = Pattern.compile("\\$\\$\\{|\\$\\{[^}]*}?");
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\{(?<name>[A-Za-z_][A-Za-z0-9_]*)(:-(?<default>[^}]*))?}");

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
        var out = new StringBuilder();
        var faults = new ArrayList<Fault>();
        boolean referred = false;
        var token = TOKEN.matcher(text);
        while (token.find()) {
            token.appendReplacement(out, "");
            if (token.group().equals(ESCAPE)) {
                out.append(ESCAPE, 1, ESCAPE.length());
            } else {
                referred = true;
                out.append(value(token.group(), faults));
            }
        }
        token.appendTail(out);
        if (!faults.isEmpty()) {
            return new Resolved.Failed(faults);
        }
        return referred ? new Resolved.Text(out.toString()) : new Resolved.Literal(out.toString());
    }

    /// The value of one reference; nothing, and a fault, when it has none.
    private String value(String written, List<Fault> faults) {
        var reference = REFERENCE.matcher(written);
        if (!reference.matches()) {
            faults.add(new Fault(
                    "config.reference",
                    "must be ${NAME} or ${NAME:-default}, got " + Quoted.of(written),
                    "write $${ for a literal ${"));
            return "";
        }
        String name = reference.group("name");
        String fallback = reference.group("default");
        String value = environment.get(name);
        if (fallback != null) {
            return value == null || value.isEmpty() ? fallback : value;
        }
        if (value == null) {
            faults.add(new Fault(
                    "config.unset_variable",
                    "environment variable " + name + " is not set",
                    "set it, or write ${" + name + ":-default}"));
            return "";
        }
        return value;
    }
}
