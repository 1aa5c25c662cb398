package dev.rowan.transforms.keyword;

import dev.rowan.transforms.keyword.RequiredParts.Times;
import java.util.ArrayList;

/// Derives from an RE2 pattern what every match must contain.
///
/// It knows the common syntax. For anything else it requires nothing, which is slower but never wrong.
final class PatternReader {
    private static final int MAX_DEPTH = 50;
    private static final String REPETITIONS = "*+?{";

    private final PatternCursor cursor;
    private boolean anyCase;

    private PatternReader(String pattern) {
        this.cursor = new PatternCursor(pattern);
    }

    /// The requirement of `pattern`, which RE2 must accept.
    static Requirement requirementOf(String pattern) {
        var reader = new PatternReader(pattern);
        try {
            Requirement whole = reader.alternation(0);
            return reader.cursor.atEnd() ? whole : Requirement.NONE;
        } catch (UnknownSyntax _) {
            return Requirement.NONE;
        }
    }

    private Requirement alternation(int depth) throws UnknownSyntax {
        UnknownSyntax.unless(depth <= MAX_DEPTH);
        boolean outer = anyCase;
        var branches = new ArrayList<Requirement>();
        do {
            branches.add(sequence(depth));
        } while (cursor.take("|"));
        anyCase = outer;
        if (branches.contains(Requirement.NONE)) {
            return Requirement.NONE;
        }
        return branches.size() == 1 ? branches.getFirst() : new Requirement.AnyOf(branches);
    }

    private Requirement sequence(int depth) throws UnknownSyntax {
        var parts = new RequiredParts();
        while (!cursor.atEnd() && !cursor.isAtAnyOf("|)")) {
            if (takeFlags() || takeQuoted(parts)) {
                // a repetition here would belong to the previous atom, which is collected already
                UnknownSyntax.unless(!cursor.isAtAnyOf(REPETITIONS));
            } else {
                Atom atom = atom(depth);
                parts.add(atom, times());
            }
        }
        return parts.requirement();
    }

    private Atom atom(int depth) throws UnknownSyntax {
        char c = cursor.next();
        return switch (c) {
            case '(' -> group(depth);
            case '[' -> characterClass();
            case '\\' -> escaped();
            case '.' -> new Atom.Other();
            case '^', '$' -> new Atom.Place();
            case '*', '+', '?', '{' -> throw new UnknownSyntax();
            default -> letter(c);
        };
    }

    private Atom letter(char c) throws UnknownSyntax {
        UnknownSyntax.unless(!Character.isSurrogate(c));
        return anyCase && c >= 128 ? new Atom.Other() : new Atom.Letter(String.valueOf(c), anyCase);
    }

    private Atom group(int depth) throws UnknownSyntax {
        boolean outer = anyCase;
        if (cursor.take("?P<") || cursor.take("?<")) {
            cursor.skipBehind(">");
        } else if (cursor.take("?")) {
            flags();
            UnknownSyntax.unless(cursor.take(":"));
        }
        Requirement inner = alternation(depth + 1);
        UnknownSyntax.unless(cursor.take(")"));
        anyCase = outer;
        return new Atom.Group(inner);
    }

    /// Reads flags that apply from here on, such as `(?i)`.
    private boolean takeFlags() throws UnknownSyntax {
        int before = cursor.position();
        boolean anyCaseBefore = anyCase;
        if (cursor.take("(?")) {
            flags();
            if (cursor.take(")")) {
                return true;
            }
        }
        cursor.goTo(before);
        anyCase = anyCaseBefore;
        return false;
    }

    private void flags() throws UnknownSyntax {
        boolean on = true;
        while (cursor.isAtAnyOf("imsU-")) {
            char flag = cursor.next();
            if (flag == '-') {
                on = false;
            } else if (flag == 'i') {
                anyCase = on;
            }
        }
    }

    /// Reads text between `\Q` and `\E`.
    private boolean takeQuoted(RequiredParts parts) throws UnknownSyntax {
        if (!cursor.take("\\Q")) {
            return false;
        }
        while (!cursor.atEnd() && !cursor.take("\\E")) {
            parts.add(letter(cursor.next()), Times.ONCE);
        }
        return true;
    }

    private Atom escaped() throws UnknownSyntax {
        char c = cursor.next();
        return switch (c) {
            case 'b', 'B', 'A', 'z' -> new Atom.Place();
            case 'd' -> new Atom.Digit();
            case 'D', 'w', 'W', 's', 'S', 'a', 'f', 'n', 'r', 't', 'v' -> new Atom.Other();
            case 'p', 'P' -> {
                if (cursor.next() == '{') {
                    cursor.skipBehind("}");
                }
                yield new Atom.Other();
            }
            default -> {
                UnknownSyntax.unless(c < 128 && !Character.isLetterOrDigit(c));
                yield letter(c);
            }
        };
    }

    private Atom characterClass() throws UnknownSyntax {
        if (cursor.take("0-9]")) {
            return new Atom.Digit();
        }
        cursor.take("^");
        cursor.take("]");
        while (!cursor.take("]")) {
            if (cursor.take("[:")) {
                cursor.skipBehind(":]");
            } else if (cursor.next() == '\\') {
                cursor.next();
            }
        }
        return new Atom.Other();
    }

    private Times times() throws UnknownSyntax {
        Times times = Times.ONCE;
        if (cursor.take("*")) {
            times = new Times(0, Integer.MAX_VALUE);
        } else if (cursor.take("+")) {
            times = new Times(1, Integer.MAX_VALUE);
        } else if (cursor.take("?")) {
            times = new Times(0, 1);
        } else if (cursor.take("{")) {
            times = counted();
        } else {
            return times;
        }
        cursor.take("?");
        UnknownSyntax.unless(!cursor.isAtAnyOf(REPETITIONS));
        return times;
    }

    private Times counted() throws UnknownSyntax {
        int min = cursor.number();
        int max = min;
        if (cursor.take(",")) {
            max = cursor.isAtAnyOf("}") ? Integer.MAX_VALUE : cursor.number();
        }
        UnknownSyntax.unless(cursor.take("}"));
        return new Times(min, max);
    }
}
