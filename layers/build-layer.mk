# Shared by the layers. `sam build` sets ARTIFACTS_DIR and wants what Lambda runs (arm64); the packaged tests set
# LAYER_ARCH to this machine's architecture, or LAYER_PLATFORMS to nothing where this machine is no Linux.
LAYER_ARCH ?= aarch64
LAYER_PLATFORMS ?= manylinux_2_28_$(LAYER_ARCH) manylinux2014_$(LAYER_ARCH)
RUNTIME_PYTHON ?= python3.13
PACKAGES = $(ARTIFACTS_DIR)/python

define install-wheels
	$(RUNTIME_PYTHON) -m pip install -qq --disable-pip-version-check --require-hashes --no-deps \
		--only-binary :all: $(addprefix --platform ,$(LAYER_PLATFORMS)) \
		--implementation cp --python-version 3.13 --no-compile \
		--target "$(PACKAGES)" --requirement requirements.txt
endef

# What running code never reads: programs, tests, type stubs, C headers, installers' records. A layer names in USELESS
# what else it carries in vain. Metadata and licences stay, and so does everything that is machine code.
define strip-layer
	rm -rf "$(PACKAGES)/bin"
	find "$(PACKAGES)" -depth -type d \( -name tests -o -name sboms \) -exec rm -rf {} +
	find "$(PACKAGES)" -type f \( -name '*.pyi' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.h' -o -name '*.c' \
		-o -name '*.a' -o -path '*.dist-info/RECORD' \) -delete
	cd "$(PACKAGES)" && rm -r $(USELESS)
endef

# Hashes instead of time stamps: what Lambda unpacks has other times than what was compiled. And the paths of Lambda
# instead of this machine's, so that a layer is the same wherever it was built.
define compile-bytecode
	$(RUNTIME_PYTHON) -m compileall -q --invalidation-mode unchecked-hash -s "$(ARTIFACTS_DIR)" -p /opt "$(PACKAGES)"
endef
