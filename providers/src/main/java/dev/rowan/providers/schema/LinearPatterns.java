package dev.rowan.providers.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/// Compiles a schema's patterns for matching in linear time.
final class LinearPatterns implements RegularExpressionFactory {

    /// A pattern that cannot be matched in linear time, such as lookahead.
    static final class UnsupportedPatternException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnsupportedPatternException(String pattern, PatternSyntaxException cause) {
            super("the pattern '" + pattern + "' cannot be matched in linear time: " + cause.getDescription(), cause);
        }
    }

    @Override
    public RegularExpression getRegularExpression(String pattern) {
        try {
            Pattern compiled = Pattern.compile(pattern);
            return text -> compiled.matcher(text).find();
        } catch (PatternSyntaxException e) {
            throw new UnsupportedPatternException(pattern, e);
        }
    }
}
