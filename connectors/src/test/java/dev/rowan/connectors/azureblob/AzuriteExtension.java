package dev.rowan.connectors.azureblob;

import dev.rowan.testkit.server.AzuriteServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Provides an [Azurite], shared by all tests of a process. Without npm it prints a warning, and the tests are skipped.
final class AzuriteExtension implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Azurite.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (!AzuriteServer.isAvailable()) {
            System.err.println("""
                    ##################################################################################
                    #  azure_blob IS NOT TESTED: the emulator Azurite comes by npm, and there is     #
                    #  no 'node' and 'npm' on the PATH. Install Node.js 20 or newer and test again.  #
                    ##################################################################################""");
        }
        Assumptions.assumeTrue(AzuriteServer.isAvailable(), "Azurite needs node and npm");
        return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(AzuriteExtension.class))
                .computeIfAbsent(Azurite.class, _ -> started(), Azurite.class);
    }

    private static Azurite started() {
        try {
            return Azurite.start();
        } catch (Exception e) {
            throw new AssertionError("Azurite could not be started", e);
        }
    }
}
