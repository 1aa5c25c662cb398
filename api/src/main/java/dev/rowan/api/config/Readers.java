package dev.rowan.api.config;

import dev.rowan.api.config.Option.Reading;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Parsers for the values of each [OptionKind].
final class Readers {
    private Readers() {}

    static Reading<String> text(OptionKind kind, ConfigNode node) {
        return node instanceof ConfigNode.Scalar(var _, var _, String text) ? new Reading.Value<>(text) : wrong(kind);
    }

    static Reading<Boolean> bool(OptionKind kind, ConfigNode node) {
        return node instanceof ConfigNode.Scalar scalar && scalar.typed() instanceof Boolean flag
                ? new Reading.Value<>(flag)
                : wrong(kind);
    }

    /// `10.0` and `1e1` are integers, as in JSON Schema.
    static Reading<Long> whole(OptionKind.Whole kind, ConfigNode node) {
        Optional<BigDecimal> number =
                number(node).filter(n -> n.stripTrailingZeros().scale() <= 0);
        if (number.isEmpty()) {
            return new Reading.Wrong<>("must be a whole number");
        }
        BigInteger n = number.get().toBigInteger();
        boolean fits =
                n.compareTo(BigInteger.valueOf(kind.min())) >= 0 && n.compareTo(BigInteger.valueOf(kind.max())) <= 0;
        return fits ? new Reading.Value<>(n.longValue()) : wrong(kind);
    }

    static Reading<BigDecimal> decimal(OptionKind.Decimal kind, ConfigNode node) {
        Optional<BigDecimal> number = number(node);
        if (number.isEmpty()) {
            return new Reading.Wrong<>("must be a number");
        }
        BigDecimal n = number.get();
        boolean fits = kind.above().stream().allMatch(a -> n.compareTo(a) > 0)
                && kind.atMost().stream().allMatch(a -> n.compareTo(a) <= 0);
        return fits ? new Reading.Value<>(n) : wrong(kind);
    }

    private static Optional<BigDecimal> number(ConfigNode node) {
        return switch (node instanceof ConfigNode.Scalar scalar ? scalar.typed() : null) {
            case Long n -> Optional.of(BigDecimal.valueOf(n));
            case BigInteger n -> Optional.of(new BigDecimal(n));
            case BigDecimal n -> Optional.of(n);
            case null, default -> Optional.empty();
        };
    }

    static Reading<Duration> time(OptionKind.Time kind, ConfigNode node) {
        return node instanceof ConfigNode.Scalar(var _, var _, String text)
                ? valueOrWrong(kind.zero() ? Units.durationOrZero(text) : Units.duration(text), kind)
                : wrong(kind);
    }

    static Reading<Long> bytes(OptionKind kind, ConfigNode node) {
        return valueOrWrong(
                node instanceof ConfigNode.Scalar(var _, var _, String text)
                        ? Units.bytes(text)
                        : number(node).flatMap(n -> Units.bytes(n.toPlainString())),
                kind);
    }

    static <E> Reading<E> choice(OptionKind.Choice kind, List<E> constants, ConfigNode node) {
        int at = node instanceof ConfigNode.Scalar(var _, var _, String word)
                ? kind.words().indexOf(word)
                : -1;
        return at >= 0 ? new Reading.Value<>(constants.get(at)) : wrong(kind);
    }

    static Reading<List<String>> texts(OptionKind kind, Function<String, Optional<String>> rule, ConfigNode node) {
        List<ConfigNode> items;
        if (node instanceof ConfigNode.Scalar(var _, var _, String _)) {
            items = List.of(node);
        } else if (node instanceof ConfigNode.Sequence sequence) {
            items = sequence.items();
        } else {
            return wrong(kind);
        }
        var texts = new ArrayList<String>();
        var wrong = new ArrayList<Reading.Part>();
        for (ConfigNode item : items) {
            if (item instanceof ConfigNode.Scalar(var _, var _, String text)) {
                texts.add(text);
                rule.apply(text).ifPresent(mustHold -> wrong.add(new Reading.Part(item, mustHold)));
            } else {
                wrong.add(new Reading.Part(item, "must be text"));
            }
        }
        return wrong.isEmpty() ? new Reading.Value<>(List.copyOf(texts)) : new Reading.WrongParts<>(wrong);
    }

    static Reading<Map<String, String>> textMap(OptionKind kind, ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries))) {
            return wrong(kind);
        }
        var texts = new LinkedHashMap<String, String>();
        var wrong = new ArrayList<Reading.Part>();
        entries.forEach((key, entry) -> {
            if (entry.value() instanceof ConfigNode.Scalar(var _, var _, String text)) {
                texts.put(key, text);
            } else {
                wrong.add(new Reading.Part(entry.value(), "must be text"));
            }
        });
        return wrong.isEmpty()
                ? new Reading.Value<>(Collections.unmodifiableMap(texts))
                : new Reading.WrongParts<>(wrong);
    }

    private static <T> Reading<T> valueOrWrong(Optional<T> value, OptionKind kind) {
        return value.isPresent() ? new Reading.Value<>(value.get()) : wrong(kind);
    }

    private static <T> Reading<T> wrong(OptionKind kind) {
        return new Reading.Wrong<>("must be " + kind.rule());
    }
}
