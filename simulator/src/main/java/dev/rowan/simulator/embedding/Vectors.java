package dev.rowan.simulator.embedding;

import dev.rowan.simulator.answer.Seed;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;

/// Vectors of length 1: the same for equal texts and models, unrelated for others.
public final class Vectors {
    private static final int DIGITS = 8;
    private static final int LARGE = 3_072;
    private static final int USUAL = 1_536;
    private static final int SMALL = 256;

    private Vectors() {}

    /// How many numbers a model gives if none are asked for.
    public static int dimensions(String model) {
        if (model.contains("large") || model.contains("gemini")) {
            return LARGE;
        }
        return model.contains("text-embedding") ? USUAL : SMALL;
    }

    public static List<BigDecimal> of(String model, String text, int dimensions, Seed voice) {
        RandomGenerator random = voice.and(model.hashCode())
                .and(text.hashCode())
                .and(text.length())
                .random();
        double[] values = new double[dimensions];
        double squares = 0;
        for (int i = 0; i < dimensions; i++) {
            values[i] = random.nextDouble(-1, 1);
            squares += values[i] * values[i];
        }
        double length = Math.sqrt(squares);
        var vector = new ArrayList<BigDecimal>(dimensions);
        for (double value : values) {
            vector.add(BigDecimal.valueOf(value / length).setScale(DIGITS, RoundingMode.HALF_EVEN));
        }
        return vector;
    }

    /// As 32-bit floats in base64, little-endian.
    public static String base64(List<BigDecimal> vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.size() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        vector.forEach(number -> bytes.putFloat(number.floatValue()));
        return Base64.getEncoder().encodeToString(bytes.array());
    }
}
