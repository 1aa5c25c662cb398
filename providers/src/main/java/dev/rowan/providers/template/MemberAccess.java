package dev.rowan.providers.template;

import io.pebbletemplates.pebble.attributes.AttributeResolver;
import io.pebbletemplates.pebble.attributes.ResolvedAttribute;
import io.pebbletemplates.pebble.error.AttributeNotFoundException;
import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.node.ArgumentsNode;
import io.pebbletemplates.pebble.node.ForNode.LoopVariables;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Resolves `a.b` and `a[b]`: the key of a map, the item of a list, the state of a loop. No method is called and
/// no field of a class is read.
final class MemberAccess implements AttributeResolver {

    @Override
    public ResolvedAttribute resolve(
            Object whole,
            @Nullable Object part,
            Object @Nullable [] arguments,
            @Nullable ArgumentsNode args,
            EvaluationContextImpl context,
            String filename,
            int line) {
        TemplateVariables.meter(context).charge(1);
        if (arguments != null || args != null) {
            throw new PebbleException(null, "methods cannot be called", line, filename);
        }
        String name = String.valueOf(part);
        return switch (whole) {
            case Map<?, ?> map
            when part instanceof String && map.containsKey(part) -> new ResolvedAttribute(map.get(part));
            case List<?> list
            when part instanceof Number n && isIndex(n, list.size()) -> new ResolvedAttribute(list.get(n.intValue()));
            case Map.Entry<?, ?> entry when name.equals("key") -> new ResolvedAttribute(entry.getKey());
            case Map.Entry<?, ?> entry when name.equals("value") -> new ResolvedAttribute(entry.getValue());
            case LoopVariables loop -> new ResolvedAttribute(ofLoop(loop, name, line, filename));
            default -> throw missing(name, line, filename);
        };
    }

    private static boolean isIndex(Number n, int size) {
        return n.longValue() >= 0 && n.longValue() < size && n.doubleValue() == n.longValue();
    }

    /// As in Jinja: `index` counts from 1, `index0` from 0.
    private static Object ofLoop(LoopVariables loop, String name, int line, String filename) {
        return switch (name) {
            case "index" -> (long) loop.getIndex() + 1;
            case "index0" -> (long) loop.getIndex();
            case "length" -> loop.getLength().longValue();
            case "first" -> loop.isFirst();
            case "last" -> loop.isLast();
            default -> throw missing(name, line, filename);
        };
    }

    private static AttributeNotFoundException missing(String name, int line, String filename) {
        return new AttributeNotFoundException(null, "there is no '" + name + "' in this value", name, line, filename);
    }
}
