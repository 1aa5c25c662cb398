package dev.rowan.testkit;

import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Generates rows of random shape, without or with a given text in them: at any depth, as a value or a key,
/// disguised. Owned by one thread.
public final class PlantedRows {
    private static final List<String> WORDS = List.of("calm", "river", "stone", "paper", "Grüße", "日本", "a.b", "x[0]");
    private static final List<Disguise> DISGUISES = List.of(Disguise.values());
    private static final int MAX_DEPTH = 6;
    private static final int MAX_SIZE = 4;

    private final RandomGenerator random;

    public PlantedRows(RandomGenerator random) {
        this.random = random;
    }

    /// A row with a text in it. `before` is the number of code points before it in the same value or key.
    public record Planted(Row row, Disguise disguise, boolean isKey, boolean isNested, int before) {}

    /// A row without the text, and with at least one value of type text.
    public Row clean() {
        return Row.of(object(random.nextInt(MAX_DEPTH))).with("text", words());
    }

    /// A row with `text`, which is in lower case, at a random position.
    public Planted planted(String text) {
        Disguise disguise = DISGUISES.get(random.nextInt(DISGUISES.size()));
        String before = random.nextBoolean() ? "" : words() + " ";
        String planted = before + disguise.of(text) + (random.nextBoolean() ? "" : " " + words());
        boolean isKey = random.nextBoolean();
        int depth = random.nextInt(MAX_DEPTH);
        Map<String, @Nullable Object> innermost = object(1);
        innermost.put(isKey ? planted : "note", isKey ? scalar() : planted);
        Map<String, @Nullable Object> fields = depth == 0 ? innermost : around(wrapped(innermost, depth - 1));
        return new Planted(
                Row.of(fields).with("text", words()),
                disguise,
                isKey,
                depth > 0,
                before.codePointCount(0, before.length()));
    }

    private Map<String, @Nullable Object> around(Object value) {
        Map<String, @Nullable Object> fields = object(1);
        fields.put("inner", value);
        return fields;
    }

    private Object wrapped(Object value, int times) {
        if (times == 0) {
            return value;
        }
        if (random.nextBoolean()) {
            return wrapped(around(value), times - 1);
        }
        List<@Nullable Object> list = list(1);
        list.add(random.nextInt(list.size() + 1), value);
        return wrapped(list, times - 1);
    }

    private Map<String, @Nullable Object> object(int depth) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        for (int i = random.nextInt(MAX_SIZE); i > 0; i--) {
            object.put(WORDS.get(random.nextInt(WORDS.size())), value(depth - 1));
        }
        return object;
    }

    private List<@Nullable Object> list(int depth) {
        var list = new ArrayList<@Nullable Object>();
        for (int i = random.nextInt(MAX_SIZE); i > 0; i--) {
            list.add(value(depth - 1));
        }
        return list;
    }

    private @Nullable Object value(int depth) {
        return switch (depth <= 0 ? 0 : random.nextInt(3)) {
            case 1 -> object(depth);
            case 2 -> list(depth);
            default -> scalar();
        };
    }

    private @Nullable Object scalar() {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt(1_000);
            case 3 -> new BigDecimal("1.5");
            case 4 -> "";
            default -> words();
        };
    }

    private String words() {
        return WORDS.get(random.nextInt(WORDS.size())) + " " + WORDS.get(random.nextInt(WORDS.size()));
    }
}
