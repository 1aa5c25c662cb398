package dev.rowan.landscape.fold;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether two values are written alike. Stricter than `equals`: the order of map keys counts.
final class SameValue {
    private SameValue() {}

    static boolean test(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
            return left.size() == right.size()
                    && sameInOrder(left.keySet().iterator(), right.keySet().iterator())
                    && sameInOrder(left.values().iterator(), right.values().iterator());
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            return left.size() == right.size() && sameInOrder(left.iterator(), right.iterator());
        }
        return Objects.equals(a, b);
    }

    private static boolean sameInOrder(Iterator<?> left, Iterator<?> right) {
        while (left.hasNext()) {
            if (!test(left.next(), right.next())) {
                return false;
            }
        }
        return true;
    }
}
