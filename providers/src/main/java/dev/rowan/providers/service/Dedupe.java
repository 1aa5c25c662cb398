package dev.rowan.providers.service;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import java.util.List;
import java.util.Map;

/// Whether equal requests of a transform share one answer.
public enum Dedupe {
    /// Where the answer is expected to be the same.
    AUTO,
    ALWAYS,
    NEVER;

    private static final String WORDS = "auto, true or false";

    public static final Option<Dedupe> OPTION = Option.free(
                    "dedupe", WORDS, Map.of("enum", List.of("auto", true, false)), Dedupe::read)
            .orElse(AUTO)
            .describedAs("whether rows with equal requests share one answer that is paid once; auto: safety checks,"
                    + " embeddings, and models with temperature 0");

    private static Reading<Dedupe> read(ConfigNode node) {
        if (node instanceof ConfigNode.Scalar scalar) {
            Object given = scalar.typed();
            if (given instanceof Boolean yes) {
                return new Reading.Value<>(yes ? ALWAYS : NEVER);
            }
            if ("auto".equals(given)) {
                return new Reading.Value<>(AUTO);
            }
        }
        return new Reading.Wrong<>("must be " + WORDS);
    }

    /// Whether they share, given whether the answer is expected to be the same.
    public boolean shares(boolean same) {
        return switch (this) {
            case AUTO -> same;
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }
}
