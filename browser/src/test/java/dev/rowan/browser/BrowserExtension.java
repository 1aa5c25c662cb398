package dev.rowan.browser;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Provides a shared [BrowserSession]. Without a browser the tests are skipped with a notice.
final class BrowserExtension implements ExecutionCondition, ParameterResolver {
    private static final Namespace SPACE = Namespace.create(BrowserExtension.class);

    /// The browser, found once.
    private record Found(Optional<Path> browser) {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return found(context).browser().isPresent()
                ? ConditionEvaluationResult.enabled("there is a browser")
                : ConditionEvaluationResult.disabled("no browser: install chromium, or name one in CHROMIUM");
    }

    private static Found found(ExtensionContext context) {
        return context.getRoot().getStore(SPACE).computeIfAbsent(Found.class, _ -> find(), Found.class);
    }

    private static Found find() {
        Optional<Path> browser = Chromium.findOrInstall();
        if (browser.isEmpty()) {
            System.err.println("""

                    ################################################################################
                    #                                                                              #
                    #   THE PAGE IS NOT TESTED: no browser here, and none could be installed.      #
                    #                                                                              #
                    #   Debian, Ubuntu:  sudo apt install chromium                                 #
                    #   elsewhere:       install Chromium or Chrome, and set CHROMIUM to its path  #
                    #                                                                              #
                    ################################################################################
                    """);
        }
        return new Found(browser);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == BrowserSession.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(SPACE)
                .computeIfAbsent(
                        BrowserSession.class,
                        _ -> BrowserSession.open(found(context).browser().orElseThrow()),
                        BrowserSession.class);
    }
}
