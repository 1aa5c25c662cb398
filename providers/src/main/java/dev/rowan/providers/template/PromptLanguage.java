package dev.rowan.providers.template;

import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.attributes.AttributeResolver;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Extension;
import io.pebbletemplates.pebble.extension.ExtensionCustomizer;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.extension.NodeVisitorFactory;
import io.pebbletemplates.pebble.extension.Test;
import io.pebbletemplates.pebble.extension.core.CoreExtension;
import io.pebbletemplates.pebble.loader.StringLoader;
import io.pebbletemplates.pebble.operator.BinaryOperator;
import io.pebbletemplates.pebble.operator.UnaryOperator;
import io.pebbletemplates.pebble.tokenParser.SetTokenParser;
import io.pebbletemplates.pebble.tokenParser.TokenParser;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The template language: only what is listed here is enabled in Pebble. No includes, macros, blocks, functions,
/// escaping, threads or access to objects.
final class PromptLanguage extends AbstractExtension {

    static PebbleEngine engine() {
        return new PebbleEngine.Builder()
                .registerExtensionCustomizer(Nothing::new)
                .extension(new PromptLanguage())
                .methodAccessValidator((_, _) -> false)
                .loader(new StringLoader())
                .cacheActive(false)
                .strictVariables(true)
                .autoEscaping(false)
                .newLineTrimming(false)
                .literalNumbersAsBigDecimals(true)
                .defaultLocale(Locale.ROOT)
                .build();
    }

    @Override
    public List<TokenParser> getTokenParsers() {
        return List.of(new IfTag(), new ForTag(), new SetTokenParser());
    }

    @Override
    public List<BinaryOperator> getBinaryOperators() {
        return Operators.binary();
    }

    @Override
    public List<UnaryOperator> getUnaryOperators() {
        return Operators.unary();
    }

    @Override
    public Map<String, Filter> getFilters() {
        return Filters.all();
    }

    /// `empty`, `null`, `defined`, `even`, `odd`, `map` and `iterable`.
    @Override
    public Map<String, Test> getTests() {
        var tests = new HashMap<>(new CoreExtension().getTests());
        tests.put("even", new Parity("even", 0));
        tests.put("odd", new Parity("odd", 1));
        return tests;
    }

    @Override
    public List<AttributeResolver> getAttributeResolver() {
        return List.of(new MemberAccess());
    }

    /// A Pebble extension with nothing in it.
    private static final class Nothing extends ExtensionCustomizer {
        Nothing(Extension extension) {
            super(extension);
        }

        @Override
        public Map<String, Filter> getFilters() {
            return Map.of();
        }

        @Override
        public Map<String, Test> getTests() {
            return Map.of();
        }

        @Override
        public Map<String, Function> getFunctions() {
            return Map.of();
        }

        @Override
        public List<TokenParser> getTokenParsers() {
            return List.of();
        }

        @Override
        public List<BinaryOperator> getBinaryOperators() {
            return List.of();
        }

        @Override
        public List<UnaryOperator> getUnaryOperators() {
            return List.of();
        }

        @Override
        public Map<String, Object> getGlobalVariables() {
            return Map.of();
        }

        @Override
        public List<NodeVisitorFactory> getNodeVisitors() {
            return List.of();
        }

        @Override
        public List<AttributeResolver> getAttributeResolver() {
            return List.of();
        }
    }
}
