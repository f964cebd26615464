#include <gtest/gtest.h>

#include "import/assimp_preflight.h"

namespace ambula {
namespace {

std::string file(const std::string& schema, const std::string& data) {
  return "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('" + schema + "'));\nENDSEC;\nDATA;\n" + data + "ENDSEC;\n";
}

std::string rewritten(const std::string& schema, const std::string& data) {
  std::vector<std::string> warnings;
  return ifc_for_assimp(file(schema, data), warnings);
}

TEST(IfcText, SpacesOfIfc4AreMadeInternal) {
  const std::string before = "#1= IFCSPACE('id',#12,'a, (b); ''c''',$,(#2,#3),#819,#904,'Hall',.ELEMENT.,";
  EXPECT_EQ(rewritten("IFC4", before + "$,$);\n#2=IFCWALL('x');\n"),
            file("IFC4", before + ".INTERNAL.,$);\n#2=IFCWALL('x');\n"));
  EXPECT_EQ(rewritten("IFC4X3", before + ".SPACE.,1.);\n"), file("IFC4X3", before + ".INTERNAL.,1.);\n"));
}

TEST(IfcText, OtherFilesStayAsTheyAre) {
  const std::string space = "#1=IFCSPACE('id',#12,'4',$,$,#819,#904,'Hall',.ELEMENT.,.EXTERNAL.,$);\n";
  EXPECT_EQ(rewritten("IFC2X3", space), file("IFC2X3", space));
  const std::string other =
      "/* IFCSPACE(1,2,3,4,5,6,7,8,9,10,11); */#1=IFCDOOR('IFCSPACE(',$);\n#2=IFCSPACE($);\n";
  EXPECT_EQ(rewritten("IFC4", other), file("IFC4", other));
}

TEST(IfcText, CutOffFilesDoNotConfuseIt) {
  const std::string whole =
      file("IFC4", "#1=IFCSPACE('id',#12,'4',$,$,#8,#9,'Hall',.ELEMENT.,$,$);\n/* end */");
  std::vector<std::string> warnings;
  for (std::size_t n = 0; n <= whole.size(); ++n) {
    const std::string out = ifc_for_assimp(whole.substr(0, n), warnings);
    EXPECT_GE(out.size(), n) << n;
    EXPECT_LE(out.size(), n + 10) << n;
  }
}

TEST(IfcText, GeometryAssimpMissesIsCounted) {
  std::vector<std::string> warnings;
  (void)ifc_for_assimp(file("IFC4", "#1=IFCTRIANGULATEDFACESET(#2);\n#3=IFCTRIANGULATEDFACESET(#2);\n"),
                       warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].starts_with("2 IFCTRIANGULATEDFACESET of this IFC4 file were passed over"));
}

}  // namespace
}  // namespace ambula
